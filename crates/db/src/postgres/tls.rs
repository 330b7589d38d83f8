//! TLS as libpq's `sslmode` and `sslrootcert` ask for it
//! (<https://www.postgresql.org/docs/current/libpq-ssl.html>). `verify-ca` also checks the host name.

use std::sync::Arc;

use percent_encoding::percent_decode_str;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres::config::SslMode;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::Error;

/// What a URL says about TLS.
pub(super) struct Tls {
    /// Whether the connection is encrypted.
    pub(super) mode: SslMode,
    verifies: bool,
    root_certificates: Option<String>,
}

/// Takes the options that tokio-postgres does not read out of a URL.
pub(super) fn split_options(url: &str) -> Result<(String, Tls), Error> {
    let mut tls = Tls { mode: SslMode::Prefer, verifies: false, root_certificates: None };
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let mut others = Vec::new();
    for option in query.split('&').filter(|option| !option.is_empty()) {
        match option.split_once('=') {
            Some(("sslmode", mode)) => (tls.mode, tls.verifies) = read_mode(mode)?,
            Some(("sslrootcert", file)) => {
                tls.root_certificates = Some(percent_decode_str(file).decode_utf8_lossy().into_owned());
            }
            _ => others.push(option),
        }
    }
    let query = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
    Ok((format!("{address}{query}"), tls))
}

fn read_mode(mode: &str) -> Result<(SslMode, bool), Error> {
    match mode {
        "disable" => Ok((SslMode::Disable, false)),
        "prefer" => Ok((SslMode::Prefer, false)),
        "require" => Ok((SslMode::Require, false)),
        "verify-ca" | "verify-full" => Ok((SslMode::Require, true)),
        _ => Err(Error::Other(format!(
            "unknown sslmode {mode:?}; use disable, prefer, require, verify-ca or verify-full"
        ))),
    }
}

impl Tls {
    pub(super) fn connector(&self) -> Result<MakeRustlsConnect, Error> {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let config = ClientConfig::builder_with_provider(Arc::clone(&provider));
        let config = config.with_safe_default_protocol_versions().map_err(|error| Error::Other(error.to_string()))?;
        let config = if self.verifies {
            config.with_root_certificates(self.roots()?)
        } else {
            config.dangerous().with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
        };
        Ok(MakeRustlsConnect::new(config.with_no_client_auth()))
    }

    fn roots(&self) -> Result<RootCertStore, Error> {
        let mut roots = RootCertStore::empty();
        let Some(file) = &self.root_certificates else {
            roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
            return Ok(roots);
        };
        let unreadable = |error: &dyn std::fmt::Display| Error::Other(format!("sslrootcert {file}: {error}"));
        for certificate in CertificateDer::pem_file_iter(file).map_err(|error| unreadable(&error))? {
            let certificate = certificate.map_err(|error| unreadable(&error))?;
            roots.add(certificate).map_err(|error| unreadable(&error))?;
        }
        Ok(roots)
    }
}

/// `sslmode=prefer` and `require` encrypt, and do not check who answers.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(url: &str) -> (String, SslMode, bool, Option<String>) {
        let (rest, tls) = split_options(url).unwrap();
        (rest, tls.mode, tls.verifies, tls.root_certificates)
    }

    #[test]
    fn options_of_tls_leave_the_url() {
        assert_eq!(
            split(
                "postgres://u:p@one:5432,two/db?connect_timeout=3&sslmode=verify-full&sslrootcert=/etc/ca%20file.pem"
            ),
            (
                "postgres://u:p@one:5432,two/db?connect_timeout=3".to_owned(),
                SslMode::Require,
                true,
                Some("/etc/ca file.pem".to_owned())
            )
        );
        assert_eq!(split("postgres://h/db"), ("postgres://h/db".to_owned(), SslMode::Prefer, false, None));
        assert_eq!(split("postgres://h/db?sslmode=disable").1, SslMode::Disable);
    }

    #[test]
    fn unknown_mode_and_missing_certificates_are_named() {
        let error = split_options("postgres://h/db?sslmode=allow").err().unwrap().to_string();
        assert!(error.contains("\"allow\"") && error.contains("verify-full"), "{error}");
        let (_, tls) = split_options("postgres://h/db?sslmode=verify-full&sslrootcert=/nowhere.pem").unwrap();
        let error = tls.connector().err().unwrap().to_string();
        assert!(error.contains("sslrootcert /nowhere.pem"), "{error}");
    }
}
