// The reference at /docs: Scalar's page, served from the installed package, so that it works without a network.

import { createReadStream, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

const require = createRequire(import.meta.url)
const bundle = join(dirname(require.resolve('@scalar/api-reference')), 'browser', 'standalone.js')

const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Cardwright API reference</title>
  <link rel="icon" href="data:,">
</head>
<body>
  <div id="reference"></div>
  <noscript>This page needs JavaScript; the same document is at <a href="/openapi.json">/openapi.json</a>.</noscript>
  <script src="/docs/settings.js"></script>
  <script src="/docs/reference.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>`

// The page may not make code from text, and zod inside it would try that first and be reported.
const settings = 'globalThis.__zod_globalConfig = { jitless: true }'

// The samples are ours alone: those that Scalar makes by itself know neither the libraries nor the variables of the key.
// No proxy and no fonts from elsewhere: the page talks to this service only.
const start = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  hideClientButton: true,
  hiddenClients: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  metaData: { title: 'Cardwright API reference' },
})`

const policy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

export function serveReference(app: FastifyInstance): void {
  const document = JSON.stringify(openApiDocument())
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(document),
  )
  app.get('/docs', async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').header('Content-Security-Policy', policy).send(page),
  )
  for (const [name, text] of Object.entries({ settings, start })) {
    app.get(`/docs/${name}.js`, async (_request, reply) =>
      reply.header('content-type', 'text/javascript; charset=utf-8').send(text),
    )
  }
  app.get('/docs/reference.js', async (_request, reply) => {
    const { size } = statSync(bundle)
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('content-length', size)
      .header('Cache-Control', 'max-age=86400')
      .send(createReadStream(bundle))
  })
}
