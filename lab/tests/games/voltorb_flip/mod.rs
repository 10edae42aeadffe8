mod reader;
