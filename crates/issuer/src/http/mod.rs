//! HTTP helpers: extractors, cookies, CORS and redirects.

pub(crate) mod client_ip;
pub(crate) mod cookies;
pub(crate) mod cors;
pub(crate) mod form;
pub(crate) mod redirect;
pub(crate) mod visitor;

use url::form_urlencoded;

/// Appends query parameters to `url` without normalizing it, since redirect URIs are compared as exact strings.
pub(crate) fn with_query<'a>(url: &str, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    match (query.is_empty(), url.contains('?')) {
        (true, _) => url.to_owned(),
        (false, true) => format!("{url}&{query}"),
        (false, false) => format!("{url}?{query}"),
    }
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn with_query_appends_parameters_without_changing_url() {
        assert_eq!(with_query("http://a.test", [("code", "x y")]), "http://a.test?code=x+y");
        assert_eq!(with_query("http://a.test/cb?k=v", [("s", "&")]), "http://a.test/cb?k=v&s=%26");
        assert_eq!(with_query("/id/sign-in", []), "/id/sign-in");
    }
}
