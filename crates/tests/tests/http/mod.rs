//! What holds for every endpoint: authorization, errors, overload.

mod access_matrix;
mod errors;
mod full_disk;
mod openapi;
mod reference;
