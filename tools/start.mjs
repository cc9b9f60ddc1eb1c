// npm start: sets up, builds, shows the worked example and serves the page.
// With --once (or CI=true) it checks that the page answers, and ends.

import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { explain, run } from './run.mjs'
import { serve } from './serve.mjs'
import { setUp } from './setup.mjs'

const pageFolder = fileURLToPath(new URL('../build/page/', import.meta.url))
const example = fileURLToPath(new URL('worked-example.mjs', import.meta.url))
const once = process.argv.includes('--once') || process.env.CI === 'true'

async function start() {
  await setUp('npm start', ['package'])
  // Not imported at the top: the build needs npm packages that set-up has only just installed.
  const { buildPackage, buildPage } = await import('./build.mjs')
  await buildPackage()
  await buildPage()
  await run(process.execPath, [example])

  const page = await serve(pageFolder, once ? { port: 0 } : {})
  if (once) {
    await check(page.url)
    await page.close()
  } else {
    stopOnSignal(page)
    console.log(`\nThe page is at ${page.url}, the documentation at ${page.url}docs/ (Ctrl-C to stop)`)
  }
}

async function check(url) {
  await expectType(url, 'text/html')
  const assets = (await readdir(pageFolder)).find((name) => name.startsWith('assets-'))
  await expectType(new URL(`${assets}/inbounds.wasm`, url), 'application/wasm')
  await expectType(new URL('docs/', url), 'text/html')
  console.log(`\nThe page, its WebAssembly and the documentation answered at ${url}`)
}

async function expectType(url, type) {
  const response = await fetch(url)
  const found = response.headers.get('content-type') ?? 'nothing'
  // Read to the end: an answer that breaks off is no answer.
  await response.arrayBuffer()
  if (response.status !== 200 || !found.startsWith(type)) {
    throw new Error(`${url} answered ${response.status} with ${found}, not 200 with ${type}`)
  }
}

// Being stopped is how serving is meant to end, hence no error code.
function stopOnSignal(page) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, async () => {
      await page.close()
      console.log('\nStopped.')
      process.exit(0)
    })
  }
}

await start().catch((error) => {
  console.error(explain(error))
  process.exit(1)
})
