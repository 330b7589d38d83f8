import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { gatheredChunks, plainChunks } from './chunks.config.ts'
import { kitClasses, usedStyles } from './styles.config.ts'

const SERVER = 'http://localhost:4180'

/** What the app shell stands on: whoever loads a page has these, and each name in a preload list weighs on the shell. */
const SHELL = /^(root|shell)$/
const HINDI = /\bhindi-\w+-[^/]{8}\.js$/
const NAME = /([^/]+)-[^/]{8}\.js$/

/** Everything that the client does not own itself is the server's. */
const proxy = Object.fromEntries(
  ['/api', '/id', '/dev'].map((path) => [path, { target: SERVER, changeOrigin: false }]),
)

const client = {
  appType: 'mpa' as const,
  plugins: [react(), officeCalls(), themeScript(), appFallback()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { port: 5180, proxy },
  preview: { port: 5181, proxy },
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    // The CSP lets fonts come from our own address only, not from `data:`.
    assetsInlineLimit: 0,
    modulePreload: {
      // Browsers without it load the same files a moment later.
      polyfill: false,
      resolveDependencies: (wanted: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) => {
        if (hostType === 'html') return files
        // The names of what Hindi consists of are not for everybody's shell.
        return HINDI.test(wanted) ? [] : files.filter((file) => !SHELL.test(NAME.exec(file)?.[1] ?? ''))
      },
    },
    rollupOptions: {
      input: ['index.html', 'page.html', 'app.html'],
      output: { chunkFileNames },
    },
  },
  test: {
    environment: 'jsdom' as const,
    globalSetup: './src/test/zone.ts',
    setupFiles: './src/test/setup.ts',
    // Only a machine that is busy with something else comes near it.
    testTimeout: 60_000,
    // Left alone, vitest keeps one processor for itself.
    maxWorkers: '100%',
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
    include: ['src/**/*.test.{ts,tsx}'],
  },
}

/** Never shipped: `vite build --mode gallery`, or `/gallery.html` of the development server. */
const gallery = { ...client, build: { outDir: 'dist-gallery', rollupOptions: { input: 'gallery.html' } } }

export default defineConfig(async ({ command, isSsrBuild, mode }) => {
  if (command === 'serve' || isSsrBuild) return client
  if (mode === 'gallery') return gallery
  const { rollupOptions, ...build } = client.build
  const plain = await plainChunks(client)
  const codeSplitting = { includeDependenciesRecursively: false, groups: gatheredChunks(plain) }
  const plugins = [...client.plugins, usedStyles(kitClasses(plain.map(({ code }) => code)))]
  const output = { ...rollupOptions.output, codeSplitting }
  return { ...client, plugins, build: { ...build, rollupOptions: { ...rollupOptions, output } } }
})

function chunkFileNames({ name, isDynamicEntry, facadeModuleId }: Rolldown.PreRenderedChunk): string {
  if (facadeModuleId?.includes('/copy/hi/')) return 'assets/hindi-[name]-[hash].js'
  return isDynamicEntry || SHELL.test(name) ? 'assets/[name]-[hash].js' : 'assets/part-[hash].js'
}

/** The back office has the calls of the API as a module of its own, so that its many calls do not come with every page. */
function officeCalls() {
  return {
    name: 'tala-office-calls',
    enforce: 'pre' as const,
    async resolveId(this: Resolving, source: string, importer: string | undefined) {
      if (source !== './gen/sdk.gen' || !importer || !/\/api\/admin\w*\.ts$/.test(importer)) return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && `${found.id}?office`
    },
  }
}

interface Resolving {
  resolve(source: string, importer: string, how: { skipSelf: boolean }): Promise<{ id: string } | null>
}

/** The one inline script: sets light or dark before the first paint. */
function themeScript() {
  const script = readFileSync(new URL('./src/theme/theme-script.js', import.meta.url), 'utf8').trim()
  return {
    name: 'tala-theme-script',
    transformIndexHtml: {
      order: 'post' as const,
      handler: (html: string) => html.replace('<!--theme-->', () => `<script>${script}</script>`),
    },
  }
}

/** The server's rule for development and preview too: `/` is the public site, every other page is the app. */
function appFallback() {
  const rewrite = (
    request: { url?: string; headers: { accept?: string } },
    _reply: unknown,
    next: () => void,
  ) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    const isPage = request.headers.accept?.includes('text/html') && !path.includes('.') && path !== '/'
    if (isPage && !/^\/(api|id|dev)(\/|$)/.test(path)) request.url = '/app.html'
    next()
  }
  type Server = { middlewares: { use(handler: typeof rewrite): void } }
  return {
    name: 'tala-app-fallback',
    // Braces matter: what these return would be called again.
    configureServer(server: Server) {
      server.middlewares.use(rewrite)
    },
    configurePreviewServer(server: Server) {
      server.middlewares.use(rewrite)
    },
  }
}
