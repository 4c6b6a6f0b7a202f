// Keeps the files of one build of the page, so that it works without a network. FILES and VERSION are written in when the page
// is built. A new build comes with a new list: it is fetched whole beside the old one, and takes its place when no window
// shows the old one any more.

const PREFIX = `permutant ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))));
});

self.addEventListener('activate', (event) => {
  const drop = (name) => (name.startsWith(PREFIX) && name !== CACHE ? caches.delete(name) : null);
  event.waitUntil(caches.keys().then((names) => Promise.all(names.map(drop))).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  // The page has one address, whatever stands behind it.
  const wanted = request.mode === 'navigate' ? './' : request;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(wanted, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(request)),
  );
});
