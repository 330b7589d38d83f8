//! Levels of dancers: of what a teacher teaches, and of a published class.

string_enum! {
    /// A level. Of a teacher, the highest one taught in a dance style.
    Level {
        /// For beginners.
        Beginner = "beginner",
        /// The default.
        Intermediate = "intermediate",
        /// For experienced dancers.
        Advanced = "advanced",
        /// For performers.
        Expert = "expert",
    }
}
