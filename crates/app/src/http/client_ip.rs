//! From where a request comes, as far as limits are concerned.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::context::Ctx;

/// One household or office: an IPv4 address (also when written as IPv6), or an IPv6 /64. `None` where requests come
/// without one, as in tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Network(pub(crate) Option<IpAddr>);

impl FromRequestParts<Ctx> for Network {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, &parts.extensions, ctx.settings.trust_proxy))
    }
}

impl Network {
    /// The peer's, or behind a proxy of ours the one that it names.
    pub(crate) fn of(headers: &HeaderMap, extensions: &Extensions, trust_proxy: bool) -> Self {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        let forwarded = if trust_proxy { forwarded_for(headers) } else { None };
        Self(forwarded.or(peer).map(network_of))
    }
}

/// The last address in `X-Forwarded-For`: the one that our own proxy has added.
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
