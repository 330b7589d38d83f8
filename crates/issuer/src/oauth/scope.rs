//! Supported scopes. Unknown scopes are ignored (OpenID Connect Core §3.1.2.1).

/// All supported scopes.
pub(crate) const SUPPORTED: [&str; 4] = ["openid", "profile", "email", "offline_access"];

/// A set of supported scopes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scope(Vec<&'static str>);

impl Scope {
    pub(crate) fn parse(text: &str) -> Self {
        Self(SUPPORTED.into_iter().filter(|scope| text.split(' ').any(|word| word == *scope)).collect())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    pub(crate) fn is_subset_of(&self, other: &Self) -> bool {
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
    fn unknown_and_repeated_scopes_are_ignored() {
        let scope = Scope::parse("email openid calendars openid");
        assert_eq!(scope.text(), "openid email");
        assert!(scope.has("openid") && !scope.has("profile"));
        assert!(scope.is_subset_of(&Scope::parse("openid profile email")));
        assert!(!Scope::parse("openid profile").is_subset_of(&scope));
    }
}
