// Shows the offline page if a page cannot be fetched. Other requests are not handled.
const CACHE = 'tala-offline-3'
const PAGE = '/offline'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(PAGE, { cache: 'reload' }))))
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches())
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(() => offline()))
})

async function deleteOldCaches() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('tala-') && name !== CACHE).map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function offline() {
  return (await caches.match(PAGE)) ?? Response.error()
}
