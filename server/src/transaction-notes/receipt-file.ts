// Recognizes the type of a receipt by its bytes. The file name and the type that a browser claims are not trusted.

import { mediaNames } from './note-shapes.ts'

export type Media = (typeof mediaNames)[number]

/** The number that a row stores. */
export function mediaCode(media: Media): number {
  return mediaNames.indexOf(media) + 1
}

export function mediaOfCode(code: number): Media {
  return mediaNames[code - 1]!
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')

/** Undefined when the file is of no permitted type. */
export function mediaOfBytes(bytes: Buffer): Media | undefined {
  if (begins(bytes, PNG)) return 'image/png'
  if (begins(bytes, JPEG)) return 'image/jpeg'
  if (begins(bytes, Buffer.from('RIFF')) && bytes.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp'
  if (begins(bytes, Buffer.from('%PDF-'))) return 'application/pdf'
  return undefined
}

function begins(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

const ENDINGS: Record<Media, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}
const MAX_NAME = 100

/**
 * Removes folders, control and direction characters and characters that file systems refuse, and sets the extension of
 * the file's type.
 */
export function cleanName(name: string, media: Media): string {
  const last = name.split(/[/\\]/).at(-1)!
  const plain = last
    .normalize('NFC')
    .replace(/[\p{C}<>:"|?*;%']/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/\.[^.]*$/, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const cut = [...plain].slice(0, MAX_NAME).join('')
  return `${cut === '' ? 'receipt' : cut}.${ENDINGS[media]}`
}

/** RFC 6266: an ASCII name for every client, and the full name for clients that read `filename*`. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
