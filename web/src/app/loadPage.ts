/** Loads a page of this origin in place of the current one. Never resolves. */
export function loadPage(href: string, location: Location = window.location): Promise<never> {
  const { pathname, search, hash } = new URL(href, location.href)
  const isFragmentOnly = hash !== '' && pathname === location.pathname && search === location.search
  location.replace(href)
  // Another fragment alone does not load the document.
  if (isFragmentOnly) location.reload()
  return new Promise(() => undefined)
}
