//! The ice floor in a real mGBA: our test game (`fixtures/rom/ice-floor`) there shows what its C files
//! show on this machine, and is walked by `voltsight play` as a user runs it.

mod disturbed;
mod floors;
mod gym;
mod record;
mod shown;
mod table;
