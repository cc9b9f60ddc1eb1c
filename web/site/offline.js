/** Keeps the site for visits without a network, once this page has what it needs itself. */
export function keepForOffline() {
  if (!('serviceWorker' in navigator)) return // without https, or where it is switched off
  const keep = () => {
    // Scripts lie in one folder of the site's root, the service worker in the root, since it serves all that is below it.
    navigator.serviceWorker.register(new URL('../service-worker.js', import.meta.url)).catch(() => {
      // The page works without. Private windows and full disks refuse it.
    })
  }
  if (document.readyState === 'complete') keep()
  else addEventListener('load', keep, { once: true })
}
