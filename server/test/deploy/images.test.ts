// The images of the deployment are named by digest: compose and the build reject a tag. No registry is called; a fake
// `docker` program takes its place.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { root, textOf } from '../repository/repository-files.ts'

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`
const dockerfile = textOf('deploy/Dockerfile').replaceAll('\\\n', ' ')
const listed = textOf('deploy/images')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' ') as [string, string])

type Service = { image: string; build?: { args?: Record<string, string> } }
const compose: { services: Record<string, Service> } = parse(textOf('deploy/compose.yaml'), { merge: true })

/** A variable that compose requires. */
const REQUIRED = /^\$\{(\w+):\?[^}]+\}$/

test('compose and the build take every image from a required variable, and all of them are listed', () => {
  const used = Object.values(compose.services).flatMap(({ image, build }) => [
    ...(image === 'cardwright' ? [] : [image]),
    ...Object.values(build?.args ?? {}),
  ])
  const names = used.map((text) => REQUIRED.exec(text)?.[1])
  assert.ok(!names.includes(undefined), used.join(', '))
  assert.deepEqual([...new Set(names)].toSorted(), listed.map(([name]) => name).toSorted())
})

test('the Dockerfile names no image and has no default for one', () => {
  const from = [...dockerfile.matchAll(/^FROM +(\S+)/gm)].map((match) => /^\$\{(\w+)\}$/.exec(match[1]!)?.[1])
  assert.deepEqual(from, ['NODE_IMAGE', 'DEBIAN_IMAGE'])
  for (const name of ['NODE_IMAGE', 'DEBIAN_IMAGE']) {
    assert.match(dockerfile, new RegExp(`^ARG ${name}$`, 'm'))
    assert.doesNotMatch(dockerfile, new RegExp(`^ARG ${name}=`, 'm'))
  }
})

test('the build rejects an image that is named by tag', () => {
  const check = /^RUN +(case .+esac)$/m.exec(dockerfile)?.[1]
  assert.ok(check, 'the Dockerfile does not check the images')
  const build = (NODE_IMAGE: string, DEBIAN_IMAGE: string) =>
    spawnSync('/bin/sh', ['-c', check], { env: { NODE_IMAGE, DEBIAN_IMAGE }, encoding: 'utf8' })
  const [node, debian] = [`node:22@${DIGEST}`, `debian:bookworm-slim@${DIGEST}`]
  assert.equal(build(node, debian).status, 0)
  for (const [first, second] of [
    ['node:22', debian],
    [node, 'debian:bookworm-slim'],
    ['', ''],
  ] as const) {
    const { status, stderr } = build(first, second)
    assert.equal(status, 1)
    assert.match(stderr, /deploy\/pin-images/)
  }
})

/** Runs pin-images in a folder with a `docker` that executes `answer` for every image. */
function pin(answer: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cardwright-images-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['images', 'pin-images']) cpSync(join(root, 'deploy', name), join(folder, name))
  const asked = join(folder, 'asked')
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho "$*" >>${asked}\n${answer}\n`, { mode: 0o755 })
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const { status, stderr } = spawnSync(join(folder, 'pin-images'), { env, encoding: 'utf8' })
  const file = join(folder, 'images.env')
  return { status, stderr, asked, written: existsSync(file) ? readFileSync(file, 'utf8') : undefined }
}

test('pin-images writes every image with its digest', () => {
  const { status, written, asked, stderr } = pin(`echo ${DIGEST}`)
  assert.equal(status, 0, stderr)
  const lines = listed.map(([name, image]) => `${name}=${image}@${DIGEST}`)
  assert.equal(written, `# Written by deploy/pin-images.\n${lines.join('\n')}\n`)
  assert.equal(readFileSync(asked, 'utf8').trim().split('\n').length, listed.length)
})

test('pin-images writes nothing if a digest is missing', () => {
  for (const answer of ['exit 1', 'true', 'echo latest', 'echo sha256:12']) {
    const { status, written } = pin(answer)
    assert.notEqual(status, 0, answer)
    assert.equal(written, undefined)
  }
})

test('the scrape configuration has the job name of the alerts and the default metrics port', () => {
  const { scrape_configs: jobs } = parse(textOf('deploy/prometheus/scrape.yml'))
  assert.deepEqual(
    jobs.map(({ job_name, metrics_path, static_configs }: Record<string, unknown>) => [
      job_name,
      metrics_path,
      static_configs,
    ]),
    [['cardwright', '/metrics', [{ targets: ['127.0.0.1:9464'] }]]],
  )
})
