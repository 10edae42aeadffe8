mod looks;
mod player;
mod reader;
