//! Scopes: the four that exist here; others are ignored, as OpenID Connect asks.

/// Scopes in the order in which discovery lists them.
pub(crate) const KNOWN: [&str; 4] = ["openid", "profile", "email", "offline_access"];

/// A set of known scopes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scope(Vec<&'static str>);

impl Scope {
    pub(crate) fn parse(text: &str) -> Self {
        Self(KNOWN.into_iter().filter(|known| text.split(' ').any(|word| word == *known)).collect())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().all(|name| other.has(name))
    }

    pub(crate) fn text(&self) -> String {
        self.0.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_and_repeated_scopes_fall_away() {
        let scope = Scope::parse("email openid calendars openid");
        assert_eq!(scope.text(), "openid email");
        assert!(scope.has("openid") && !scope.has("profile"));
        assert!(scope.is_within(&Scope::parse("openid profile email")));
        assert!(!Scope::parse("openid profile").is_within(&scope));
    }
}
