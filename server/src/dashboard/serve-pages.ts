// Serves the dashboard's files, which are small and read once at the start. Every path that is not a file is a page of the
// dashboard, which does its own routing.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'

const built = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

// Scripts come only from this origin and are never inline. Inline styles are allowed, because the library for dialogs
// sets some while a dialog is open. Frames come from this origin: the page of a reveal session shows a card's number in
// one.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

type File = { type: string; plain: Buffer; br: Buffer; gz: Buffer; isHashed: boolean }

/** What was read. All services of a process serve the same files. */
let read: Map<string, File> | undefined

export function servePages(app: FastifyInstance): void {
  read ??= readFiles()
  const files = read
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const file = files.get(path)
    if (file) return sendFile(request, reply, file)
    if (!isPageRequest(request, path)) throw new ApiError('not_found')
    const page = files.get('/index.html')
    if (page) return sendFile(request, reply.header('Content-Security-Policy', policy), page)
    return reply
      .code(503)
      .type('text/plain')
      .send('The dashboard is not built. Build it with: npm run build -w dashboard')
  })
}

/** Health checks and people with curl request `/` without an Accept header. */
function isPageRequest({ headers }: FastifyRequest, path: string): boolean {
  if (path === '/') return true
  return headers.accept?.includes('text/html') === true && !/^\/(v1|dashboard|reveal|assets)(\/|$)/.test(path)
}

function readFiles(): Map<string, File> {
  const all = existsSync(built) ? readdirSync(built, { recursive: true, encoding: 'utf8' }) : []
  const names = all.filter((name) => extname(name) in mediaTypes)
  return new Map(names.map((name) => [`/${name.replaceAll('\\', '/')}`, readFile(name)]))
}

function readFile(name: string): File {
  const path = join(built, name)
  return {
    type: mediaTypes[extname(name)]!,
    plain: readFileSync(path),
    br: readFileSync(`${path}.br`),
    gz: readFileSync(`${path}.gz`),
    isHashed: name.startsWith('assets'),
  }
}

/** A file whose name contains its hash never changes; other files are revalidated every time. */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: File): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? ''
  const form = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gz' : 'plain'
  if (form !== 'plain') reply.header('Content-Encoding', form === 'br' ? 'br' : 'gzip')
  return reply
    .header('Content-Type', file.type)
    .header('Vary', 'Accept-Encoding')
    .header('Cache-Control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .send(file[form])
}
