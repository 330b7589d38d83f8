//! The macro `string_enum!`: an enum whose variants have one string each, in the database and in the API.

/// Declares a fieldless enum with `ALL`, `STRINGS`, `as_str` and `parse`.
macro_rules! string_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$vdoc])* $variant,)+
        }

        impl $name {
            /// Every variant, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The strings of all variants, in declaration order.
            pub const STRINGS: &'static [&'static str] = &[$($text,)+];

            /// Returns the string stored in the database and used in the API.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// Parses exactly the string that `as_str` returns.
            pub fn parse(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == text)
            }
        }
    };
}
