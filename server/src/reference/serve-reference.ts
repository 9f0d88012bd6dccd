// The documentation at /docs: pages made from the API's own document and the guides. It uses no third-party scripts or styles, so
// that it works without a network. A page is made and compressed once, on its first request.

import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { openApiDocument } from './openapi.ts'
import { assets } from './pages/assets.ts'
import { readPicture } from './pages/documents.ts'
import { createSite, type Site } from './pages/site.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Half the time of the next level, and a few per cent more bytes. */
const BROTLI_QUALITY = 5

type File = { type: string; tag: string; plain: Buffer; br: Buffer; gz: Buffer }

type Reference = { site: Site; text: string; files: Map<string, File> }

let made: Reference | undefined

/** Depends on nothing but the code and the guides, so that all services of a process share it. */
function reference(): Reference {
  if (!made) {
    const document = openApiDocument()
    made = { site: createSite(document), text: JSON.stringify(document), files: new Map() }
  }
  return made
}

export function serveReference(app: FastifyInstance, { credentials }: Pick<Services, 'credentials'>): void {
  const { site, text, files } = reference()
  const fileOf = (name: string, type: string, make: () => string): File => {
    const file = files.get(name) ?? compress(type, make())
    files.set(name, file)
    return file
  }

  app.get('/openapi.json', async (request, reply) =>
    send(
      request,
      reply,
      fileOf('openapi', 'application/json; charset=utf-8', () => text),
    ),
  )
  for (const path of site.paths) {
    app.get(path, async (request, reply) => {
      const hasSession = credentials.tokenOf(request.headers.cookie) !== undefined
      const page = fileOf(`${hasSession} ${path}`, HTML, () => site.render(path, hasSession)!)
      return send(request, forPages(reply), page)
    })
  }
  for (const { path, type, text } of Object.values(assets)) {
    app.get(path, async (request, reply) =>
      send(
        request,
        reply,
        fileOf(path, type, () => text),
        KEPT,
      ),
    )
  }
  app.get('/docs/search.json', async (request, reply) =>
    send(
      request,
      reply,
      fileOf('search', 'application/json; charset=utf-8', () => JSON.stringify(site.searchIndex())),
    ),
  )
  app.get('/docs/screenshots/:name', async (request, reply) => {
    const picture = readPicture((request.params as { name: string }).name)
    if (picture === undefined) throw new ApiError('not_found')
    return reply.header('Content-Type', 'image/png').header('Cache-Control', 'max-age=86400').send(picture)
  })
  app.get('/docs/*', async (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw new ApiError('not_found')
    const hasSession = credentials.tokenOf(request.headers.cookie) !== undefined
    const page = fileOf(`${hasSession} missing`, HTML, () => site.renderMissing(hasSession))
    return send(request, forPages(reply).code(404), page)
  })
}

const HTML = 'text/html; charset=utf-8'
/** For files whose name contains their hash. */
const KEPT = 'public, max-age=31536000, immutable'

function forPages(reply: FastifyReply): FastifyReply {
  return reply.header('Content-Security-Policy', policy).header('Vary', 'Accept-Encoding, Cookie')
}

function compress(type: string, text: string): File {
  const plain = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  return {
    type,
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`,
    plain,
    br: brotliCompressSync(plain, { params }),
    gz: gzipSync(plain),
  }
}

function send(request: FastifyRequest, reply: FastifyReply, file: File, cache = 'no-cache'): FastifyReply {
  if (!reply.hasHeader('Vary')) reply.header('Vary', 'Accept-Encoding')
  reply.header('Cache-Control', cache).header('ETag', file.tag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === file.tag) return reply.code(304).send()
  const accepted = request.headers['accept-encoding'] ?? ''
  const form = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gz' : 'plain'
  if (form !== 'plain') reply.header('Content-Encoding', form === 'br' ? 'br' : 'gzip')
  return reply.header('Content-Type', file.type).send(file[form])
}
