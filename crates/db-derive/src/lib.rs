//! `#[derive(FromRow)]` for `tala_db::FromRow`.

use proc_macro::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{Data, DeriveInput, Error, Field, Fields, parse_macro_input};

/// Reads each field from the column of the same name. `#[row(nested)]` marks a field whose type is itself a `FromRow`
/// struct and takes its columns from the same row.
#[proc_macro_derive(FromRow, attributes(row))]
pub fn derive_from_row(input: TokenStream) -> TokenStream {
    expand(&parse_macro_input!(input as DeriveInput)).unwrap_or_else(Error::into_compile_error).into()
}

fn expand(input: &DeriveInput) -> Result<proc_macro2::TokenStream, Error> {
    let Data::Struct(syn::DataStruct { fields: Fields::Named(fields), .. }) = &input.data else {
        return Err(Error::new_spanned(input, "FromRow needs a struct with named fields"));
    };
    let mut columns = Vec::new();
    let mut values = Vec::new();
    for field in &fields.named {
        let (name, ty) = (&field.ident, &field.ty);
        if is_nested(field)? {
            columns.push(quote!(<#ty as ::tala_db::FromRow>::columns(names);));
            values.push(quote!(#name: ::tala_db::FromRow::from_row(row)?));
        } else {
            let column = name.as_ref().map(|name| name.unraw().to_string());
            columns.push(quote!(names.push(#column);));
            values.push(quote!(#name: row.read()?));
        }
    }
    let name = &input.ident;
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    Ok(quote! {
        impl #generics ::tala_db::FromRow for #name #arguments #bounds {
            fn columns(names: &mut ::std::vec::Vec<&'static str>) {
                #(#columns)*
            }

            fn from_row(row: &mut ::tala_db::RowReader<'_>) -> ::std::result::Result<Self, ::tala_db::Error> {
                ::std::result::Result::Ok(Self { #(#values),* })
            }
        }
    })
}

fn is_nested(field: &Field) -> Result<bool, Error> {
    let mut nested = false;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("row")) {
        attribute.parse_nested_meta(|meta| {
            nested = meta.path.is_ident("nested");
            if nested { Ok(()) } else { Err(meta.error("expected `nested`")) }
        })?;
    }
    Ok(nested)
}
