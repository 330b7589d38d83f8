//! The people of the demo.

/// Password of all demo accounts.
pub const PASSWORD: &str = "tala demo 2026";

/// Name and password of the demo administrator.
pub const ADMIN: (&str, &str) = ("admin", PASSWORD);

/// A demo account, as listed at start-up.
#[derive(Clone, Copy, Debug)]
pub struct SignInLine {
    /// Email address.
    pub email: &'static str,
    /// Display name.
    pub name: &'static str,
    /// What the account demonstrates.
    pub about: &'static str,
}

pub(super) const PADMA: SignInLine = SignInLine {
    email: "padma@demo.tala",
    name: "Padma Subramaniam",
    about: "teacher in Chennai, approved; invite code TCH-PAD-2345",
};
pub(super) const LEELA: SignInLine = SignInLine {
    email: "leela@demo.tala",
    name: "Leela Rao-Bennett",
    about: "teacher in New York, approved; invite code TCH-LEE-6789",
};
pub(super) const MEERA: SignInLine = SignInLine {
    email: "meera@demo.tala",
    name: "Meera Krishnan",
    about: "student of Padma with credits, some expiring soon",
};
pub(super) const ARJUN: SignInLine =
    SignInLine { email: "arjun@demo.tala", name: "Arjun Nair", about: "student of Padma without credits" };
pub(super) const SOFIA: SignInLine = SignInLine {
    email: "sofia@demo.tala",
    name: "Sofia Marino",
    about: "student of Leela whose first credits have expired",
};
pub(super) const KAVYA: SignInLine = SignInLine {
    email: "kavya@demo.tala",
    name: "Kavya Iyer",
    about: "signed up, not yet a student; for trying an invite code",
};
pub(super) const DEVIKA: SignInLine = SignInLine {
    email: "devika@demo.tala",
    name: "Devika Menon",
    about: "teacher whose application waits for approval",
};

pub(super) const ANITA: SignInLine = SignInLine {
    email: "anita@demo.tala",
    name: "Anita Rao",
    about: "mother of Asha (10) and Ravi (14), who learn with Padma and Leela",
};

/// Returns all demo accounts.
pub fn sign_ins() -> [SignInLine; 8] {
    [MEERA, ARJUN, ANITA, KAVYA, PADMA, LEELA, SOFIA, DEVIKA]
}
