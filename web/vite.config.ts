import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import linguiMacros from '@lingui/babel-plugin-lingui-macro'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { codeSplitting } from './chunks.config.ts'
import { compileMessages } from './messages.config.ts'

const SERVER = 'http://localhost:4180'

/** Chunks of the app shell. Every page has them already, so preload lists leave them out. */
const SHELL_CHUNK = /^(root|shell)$/
const RARE_FILE = /\b(ActivationPage|AdminPage|GuardianPage|LoginPage|checkAdminAccess)-[^/]{8}\.js$/
const HINDI_FILE = /\bhindi-\w+-[^/]{8}\.js$/
const FILE_NAME = /([^/]+)-[^/]{8}\.js$/

/** Paths of the server. */
const proxy = Object.fromEntries(
  ['/api', '/id', '/dev'].map((path) => [path, { target: SERVER, changeOrigin: false }]),
)

const clientConfig = {
  appType: 'mpa' as const,
  plugins: [react(), messageMacros(), ...catalogues(), themeScript(), appFallback()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      // 13 KiB of the calendar, for recurring events, which Tala has none of.
      rrule: fileURLToPath(new URL('./src/ui/noRecurrence.ts', import.meta.url)),
    },
  },
  server: { port: 5180, proxy },
  preview: { port: 5181, proxy },
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    // The CSP allows fonts from the own origin only, not from `data:`.
    assetsInlineLimit: 0,
    modulePreload: {
      // Other browsers load the same files a little later.
      polyfill: false,
      resolveDependencies: (wanted: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) => {
        if (hostType === 'html') return files
        // Preload lists are part of the shell; Hindi files, those of administrators and those of a rare
        // page would make it larger for everyone. Style sheets are loaded by these lists only.
        if (HINDI_FILE.test(wanted)) return []
        if (RARE_FILE.test(wanted)) return files.filter((file) => file.endsWith('.css'))
        return files.filter((file) => !SHELL_CHUNK.test(FILE_NAME.exec(file)?.[1] ?? ''))
      },
    },
    rollupOptions: {
      input: ['index.html', 'page.html', 'invite.html', 'src/site/invite/accept.ts', 'app.html'],
      output: { chunkFileNames, codeSplitting },
    },
  },
  test: {
    environment: 'jsdom' as const,
    globalSetup: './src/test/setTimeZone.ts',
    setupFiles: './src/test/setup.ts',
    // A high limit, for a busy machine.
    testTimeout: 60_000,
    // By default vitest leaves one processor unused.
    maxWorkers: '100%',
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
    include: ['src/**/*.test.{ts,tsx}'],
  },
}

/** Not deployed: `vite build --mode gallery`, or `/gallery.html` on the development server. */
const galleryConfig = {
  ...clientConfig,
  build: { outDir: 'dist-gallery', rollupOptions: { input: 'gallery.html' } },
}

export default defineConfig(({ command, isSsrBuild, mode }) => {
  if (command === 'serve' || isSsrBuild) return clientConfig
  return mode === 'gallery' ? galleryConfig : clientConfig
})

function chunkFileNames({ name, isDynamicEntry, facadeModuleId }: Rolldown.PreRenderedChunk): string {
  if (facadeModuleId?.includes('/locales/hi/')) return 'assets/hindi-[name]-[hash].js'
  return isDynamicEntry || SHELL_CHUNK.test(name) ? 'assets/[name]-[hash].js' : 'assets/part-[hash].js'
}

/** Expands the macros of Lingui: `msg`, `t` and `plural`. */
function messageMacros() {
  return babel({
    plugins: [[linguiMacros, { descriptorFields: 'message' }], compileMessages],
    include: /\/src\/copy\/\w+\.ts$/,
    parserOpts: { plugins: ['typescript'] },
  })
}

/** Compiles the catalogues. A missing or invalid translation fails the build. */
function catalogues() {
  return lingui({ failOnMissing: true, failOnCompileError: true })
}

/** The inline script that sets light or dark before the first paint. */
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

/** The server's routing for development and preview: `/` is the public site, every other page is the app. */
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
    // With braces, because Vite calls a returned function.
    configureServer(server: Server) {
      server.middlewares.use(rewrite)
    },
    configurePreviewServer(server: Server) {
      server.middlewares.use(rewrite)
    },
  }
}
