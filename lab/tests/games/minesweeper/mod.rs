mod player;
mod reader;
