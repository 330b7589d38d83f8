//! Between axum and the handlers: who visits, what was sent, which headers go out.

pub(crate) mod address;
pub(crate) mod cookies;
pub(crate) mod cors;
pub(crate) mod form;
pub(crate) mod visitor;

/// `address` with query parameters added, leaving what is there untouched: registered addresses are compared and
/// answered character for character.
pub(crate) fn with_query<'a>(address: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    match (query.is_empty(), address.contains('?')) {
        (true, _) => address.to_owned(),
        (false, true) => format!("{address}&{query}"),
        (false, false) => format!("{address}?{query}"),
    }
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn parameters_are_added_to_an_address_as_it_stands() {
        assert_eq!(with_query("http://a.test", [("code", "x y")]), "http://a.test?code=x+y");
        assert_eq!(with_query("http://a.test/cb?k=v", [("s", "&")]), "http://a.test/cb?k=v&s=%26");
        assert_eq!(with_query("/id/sign-in", []), "/id/sign-in");
    }
}
