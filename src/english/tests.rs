//! IR and the text it prints, in tables.
