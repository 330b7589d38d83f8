//! The network address that a rate limit counts.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};

/// The visitor's address as text. Behind `trusted_proxies` of our own it is that many entries from the right of
/// `X-Forwarded-For`: what is further left was written by the visitor. IPv6 counts by /64, which is one customer.
pub(crate) fn of(headers: &HeaderMap, extensions: &Extensions, trusted_proxies: usize) -> String {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let forwarded = || {
        let listed: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        listed.iter().rev().nth(trusted_proxies.checked_sub(1)?)?.trim().parse::<IpAddr>().ok()
    };
    match forwarded().or(peer) {
        Some(IpAddr::V4(v4)) => v4.to_string(),
        Some(IpAddr::V6(v6)) => match v6.to_ipv4_mapped() {
            Some(v4) => v4.to_string(),
            None => {
                let [a, b, c, d, ..] = v6.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        },
        None => "unknown".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, forwarded: &[&'static str], trusted: usize) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
        of(&headers, &extensions, trusted)
    }

    #[test]
    fn only_what_our_own_proxies_wrote_is_believed() {
        assert_eq!(seen("10.0.0.9", &["1.1.1.1"], 0), "10.0.0.9");
        assert_eq!(seen("10.0.0.9", &["6.6.6.6, 1.1.1.1"], 1), "1.1.1.1");
        assert_eq!(seen("10.0.0.9", &["6.6.6.6", "1.1.1.1, 10.0.0.1"], 2), "1.1.1.1");
        assert_eq!(seen("10.0.0.9", &["nonsense"], 1), "10.0.0.9");
    }

    #[test]
    fn an_ipv6_customer_has_one_key() {
        assert_eq!(seen("2001:db8:1:2:aaaa::1", &[], 0), "2001:db8:1:2::/64");
        assert_eq!(seen("::ffff:1.2.3.4", &[], 0), "1.2.3.4");
    }
}
