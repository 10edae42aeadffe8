mod hero;
mod player;
mod reader;
