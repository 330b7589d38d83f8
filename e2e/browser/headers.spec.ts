/** Headers of responses: security, caching, compression; and the 404 page. */
import { request as httpRequest } from 'node:http'
import { expect, test } from './fixtures.ts'

const PAGES = ['/', '/booking', '/teacher', '/onboarding', '/auth/callback', '/nothing-here', '/id/sign-in']

test('every page has the security headers', async ({ request, school }) => {
  for (const path of PAGES) {
    const { 'content-security-policy': policy = '', ...headers } = (
      await request.get(school.url + path)
    ).headers()
    expect.soft(headers['x-content-type-options'], path).toBe('nosniff')
    expect.soft(headers['x-frame-options'] ?? policy, path).toMatch(/DENY|frame-ancestors 'none'/)
    expect
      .soft(headers['referrer-policy'], path)
      .toMatch(/^(strict-origin-when-cross-origin|no-referrer|same-origin)$/)
    expect.soft(policy, path).toContain("default-src 'none'")
    expect.soft(policy, path).toContain("frame-ancestors 'none'")
    expect.soft(policy, path).toContain("base-uri 'none'")
    expect.soft(/script-src[^;]*/.exec(policy)?.[0] ?? '', path).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
    expect.soft(headers['strict-transport-security'], `${path} by http`).toBeUndefined()
  }
})

test('API responses are not cached', async ({ request, school }) => {
  for (const path of ['/api/config', '/api/slots', '/api/nothing']) {
    expect((await request.get(school.url + path)).headers()['cache-control'], path).toBe('no-store')
  }
})

/** Node's own client, because it does not decompress. */
function fetchRaw(
  url: string,
  encoding: string,
): Promise<{ headers: NodeJS.Dict<string | string[]>; size: number }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let size = 0
      response.on('data', (bytes: Buffer) => {
        size += bytes.length
      })
      response.on('end', () => resolve({ headers: response.headers, size }))
    })
    request.on('error', reject).end()
  })
}

test('scripts and styles are compressed and cached forever, pages are revalidated', async ({
  page,
  school,
}) => {
  await page.goto(school.url)
  const html = await page.content()
  const assets = [...new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path))]
  expect(assets.length).toBeGreaterThan(1)
  for (const asset of assets) {
    const plain = await fetchRaw(school.url + asset, 'identity')
    const compressed = await fetchRaw(school.url + asset, 'gzip, deflate, br')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(compressed.headers.vary).toBe('accept-encoding')
    if (plain.size > 1_500) {
      expect(compressed.headers['content-encoding'], asset).toBe('br')
      expect(compressed.size, asset).toBeLessThan(plain.size / 2)
      expect((await fetchRaw(school.url + asset, 'gzip')).headers['content-encoding']).toBe('gzip')
    }
  }
  const first = await fetchRaw(school.url, 'br')
  expect(first.headers['cache-control']).toBe('no-cache')
  const revalidated = await fetch(school.url, {
    headers: { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) },
  })
  expect(revalidated.status).toBe(304)
})

test('an unknown path shows the 404 page with status 404', async ({ page, school }) => {
  const reply = await page.goto(`${school.url}/nothing-here`)
  expect(reply?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'We couldn’t find this page' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL(`${school.url}/`)
  const api = await page.request.get(`${school.url}/api/nothing`)
  expect([api.status(), ((await api.json()) as { code: string }).code]).toEqual([404, 'no_such_path'])
})

test('an invalid response of the provider shows an error page', async ({ page, school }) => {
  await page.goto(`${school.url}/auth/callback?error=access_denied&state=nobody-knows`)
  await expect(page.getByRole('heading', { level: 1, name: 'An error occurred during login' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
})
