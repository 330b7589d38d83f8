//! The client address as a key for rate limits.

use std::net::{IpAddr, SocketAddr};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};

/// The client's IP address; for IPv6 its /64 prefix, which one customer controls. Behind `trusted_proxies` it is that
/// many entries from the right of `X-Forwarded-For`; entries further left can be spoofed.
pub(crate) fn rate_limit_key(headers: &HeaderMap, extensions: &Extensions, trusted_proxies: usize) -> String {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let forwarded = || {
        let entries: Vec<&str> = headers
            .get_all("x-forwarded-for")
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        entries.iter().rev().nth(trusted_proxies.checked_sub(1)?)?.trim().parse::<IpAddr>().ok()
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

    fn key(peer: &str, forwarded: &[&'static str], trusted: usize) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let mut extensions = Extensions::new();
        extensions.insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
        rate_limit_key(&headers, &extensions, trusted)
    }

    #[test]
    fn forwarded_header_is_trusted_only_behind_trusted_proxies() {
        assert_eq!(key("10.0.0.9", &["1.1.1.1"], 0), "10.0.0.9");
        assert_eq!(key("10.0.0.9", &["6.6.6.6, 1.1.1.1"], 1), "1.1.1.1");
        assert_eq!(key("10.0.0.9", &["6.6.6.6", "1.1.1.1, 10.0.0.1"], 2), "1.1.1.1");
        assert_eq!(key("10.0.0.9", &["nonsense"], 1), "10.0.0.9");
    }

    #[test]
    fn ipv6_addresses_are_keyed_by_64_bit_prefix() {
        assert_eq!(key("2001:db8:1:2:aaaa::1", &[], 0), "2001:db8:1:2::/64");
        assert_eq!(key("::ffff:1.2.3.4", &[], 0), "1.2.3.4");
    }
}
