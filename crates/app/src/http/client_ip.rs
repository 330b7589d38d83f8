//! The client network of a request, for rate limits.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::context::Ctx;

/// The client's IPv4 address (IPv4-mapped IPv6 addresses included) or IPv6 /64 prefix, which is usually one household or
/// office. `None` if the peer address is unknown, as in tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientNetwork(pub Option<IpAddr>);

impl FromRequestParts<Ctx> for ClientNetwork {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, &parts.extensions, ctx.settings.trust_proxy))
    }
}

impl ClientNetwork {
    /// Returns the network of the peer, or, behind a trusted proxy, of the address that the proxy reports.
    pub fn of(headers: &HeaderMap, extensions: &Extensions, trust_proxy: bool) -> Self {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let forwarded = if trust_proxy { forwarded_for(headers) } else { None };
        Self(forwarded.or(peer).map(network_of))
    }
}

/// Returns the last address in `X-Forwarded-For`. Our own proxy appends it; earlier ones can be forged by the client.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last_line = headers.get_all("x-forwarded-for").iter().next_back()?;
    last_line.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        v4 @ IpAddr::V4(_) => v4,
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}
