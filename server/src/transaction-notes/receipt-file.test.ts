import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanName, contentDisposition, mediaOfBytes } from './receipt-file.ts'

test('the media type of a file is detected from its bytes', () => {
  const kinds: [Buffer, string | undefined][] = [
    [Buffer.from('89504e470d0a1a0a0000', 'hex'), 'image/png'],
    [Buffer.from('ffd8ffe000104a46', 'hex'), 'image/jpeg'],
    [Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), 'image/webp'],
    [Buffer.from('%PDF-1.7\n'), 'application/pdf'],
    [Buffer.from('RIFF\x10\0\0\0WAVEfmt '), undefined],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
    [Buffer.from('<!doctype html>%PDF-'), undefined],
    [Buffer.from('GIF89a'), undefined],
    [Buffer.from([0x89]), undefined],
  ]
  for (const [bytes, media] of kinds) assert.equal(mediaOfBytes(bytes), media, bytes.toString('latin1'))
})

test('a file name is stored without folders and control characters, with the extension of its media type', () => {
  assert.equal(cleanName('../../etc/passwd', 'image/png'), 'passwd.png')
  assert.equal(cleanName('C:\\bills\\Hotel Köln.html', 'application/pdf'), 'Hotel Köln.pdf')
  assert.equal(cleanName('a\r\nSet-Cookie: x=1.pdf', 'application/pdf'), 'aSet-Cookie x=1.pdf')
  assert.equal(cleanName('exe\u202egnp.exe', 'image/png'), 'exegnp.png')
  assert.equal(cleanName('...', 'image/jpeg'), 'receipt.jpg')
  assert.equal([...cleanName('x'.repeat(500), 'image/webp')].length, 105)
})

test('the download header has an ASCII file name and the full name in UTF-8', () => {
  assert.equal(
    contentDisposition("Hôtel (1)'s.pdf"),
    `attachment; filename="H_tel (1)'s.pdf"; filename*=UTF-8''H%C3%B4tel%20%281%29%27s.pdf`,
  )
})
