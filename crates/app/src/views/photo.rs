//! The address of a teacher's photo.

use uuid::Uuid;

/// Returns the path of a photo on this server.
pub fn photo_path(photo_id: Uuid) -> String {
    format!("/photos/{photo_id}.jpg")
}
