import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookupOf } from './receiver-for-tests.ts'
import { isLoopbackUrl, resolvesToPrivate, webhookUrlFault } from './webhook-url.ts'

const strict = { allowLoopback: false }
const local = { allowLoopback: true }

/** Grouped by fault. Each URL is refused with and without the permission for loopback. */
const hostile: Record<string, string[]> = {
  'loopback in every spelling': [
    'https://127.0.0.1/',
    'https://127.0.0.1:8443/hook',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://127.255.255.254/',
    'https://127%2e0%2e0%2e1/',
    'https://%31%32%37.0.0.1/',
    'https://127。0。0。1/',
    'https://\uff11\uff12\uff17.\uff10.\uff10.\uff11/',
    'https://127\uff0e0\uff0e0\uff0e1/',
    'https://127\uff610\uff610\uff611/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
  ],
  'private and local networks': [
    'https://10.0.0.1/',
    'https://10.1/',
    'https://012.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://3232235777/',
    'https://0xc0.0xa8.1.1/',
    'https://0xC0A80101/',
    'https://100.64.0.1/',
    'https://198.18.0.1/',
    'https://[fc00::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:c0a8:101]/',
  ],
  'metadata services': [
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://169.254.43518/',
    'https://[::ffff:169.254.169.254]/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://168.63.129.16/',
    'https://metadata/',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://METADATA.GOOGLE.INTERNAL./',
    'https://instance-data.ec2.internal/',
  ],
  'tunnels, translations, documentation, multicast': [
    'https://[2002:7f00:1::]/',
    'https://[2002:a9fe:a9fe::1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::8.8.8.8]/',
    'https://[2001:0:7f00:1::]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[5f00::1]/',
    'https://[100::1]/',
    'https://[ff02::1]/',
    'https://192.0.2.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://192.88.99.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
  ],
  'names of the local network': [
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://localhost../',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'https://local%68ost/',
    'https://a.localhost/',
    'https://a.b.localhost./',
    'https://printer.local/',
    'https://printer.local。/',
    'https://kubernetes.default.svc.cluster.local/',
    'https://db.internal/',
    'https://db.localdomain/',
    'https://nas.home.arpa/',
    'https://router.lan/',
    'https://wiki.intranet/',
    'https://wiki.corp/',
    'https://nas.home/',
    'https://expyuzz4wqqyqhjn.onion/',
    'https://intranet/',
    'https://redis:6379/',
  ],
  'odd host names': [
    'https://example.com./',
    'https://example..com/',
    'https://.example.com/',
    'https://./',
    `https://${'a'.repeat(64)}.com/`,
    `https://${'a.'.repeat(130)}com/`,
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://[::1',
    'https://1.2.3.4.5/',
    'https://256.256.256.256/',
    'https://example.com:65536/',
    'https://exa%00mple.com/',
    'https://exa%2fmple.com/',
  ],
  'user names, passwords, port 0': [
    'https://user@example.com/',
    'https://user:hunter2@example.com/',
    'https://:hunter2@example.com/',
    'https://example.com@127.0.0.1/',
    'https://example.com:443@10.0.0.1/',
    'https://127.0.0.1%2f@example.com/',
    'http://user@localhost/',
    'http://user:hunter2@127.0.0.1:8080/',
    'https://example.com:0/',
    'http://localhost:0/',
    'http://127.0.0.1:00/',
  ],
  'other schemes': [
    'http://example.com/',
    'HTTP://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com:70/_',
    'ws://example.com/',
    'wss://example.com/',
    'data:text/plain,hello',
    'javascript:alert(1)',
    'blob:https://example.com/1',
    'unix:/var/run/docker.sock',
    'ssh://example.com/',
  ],
  'no URL, or one that is read in two ways': [
    '',
    'https://',
    'https:///',
    'https://?',
    'example.com/hook',
    '//example.com/hook',
    '/hook',
    ' https://example.com/',
    'https://example.com/ ',
    'https://example.com/a b',
    'https://exam\tple.com/',
    'ht\ntps://example.com/',
    'https://example.com/\0',
    'https://example.com\\@127.0.0.1/',
    'https:\\\\example.com\\',
    `https://example.com/${'a'.repeat(2029)}`,
  ],
}

for (const [kind, urls] of Object.entries(hostile)) {
  test(`refused: ${kind}`, () => {
    for (const url of urls) {
      for (const policy of [strict, local]) {
        const fault = webhookUrlFault(url, policy)
        assert.ok(fault !== undefined, `accepted ${JSON.stringify(url)}`)
        assert.match(fault, /^The [^\n]{10,100}\.$/)
        assert.doesNotMatch(fault, /hunter2|user[:@]/, 'a password is not repeated')
      }
    }
  })
}

test('plain HTTP to loopback is permitted by its two names alone, and only where it is allowed', () => {
  const permitted = [
    'http://localhost',
    'http://localhost/',
    'http://localhost:3000/hook?a=1#b',
    'http://LocalHost:65535/hook',
    'http://127.0.0.1',
    'http://127.0.0.1:3000/hook',
    'http://127.0.0.1?a=1',
  ]
  for (const url of permitted) {
    assert.equal(webhookUrlFault(url, local), undefined, url)
    assert.equal(webhookUrlFault(url, strict), 'The URL must begin with https://.')
    assert.ok(isLoopbackUrl(url))
  }
  const others = [
    'http://127.1/',
    'http://127.0.0.1./',
    'http://127.0.0.2/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost./',
    'http://a.localhost/',
    'http://localhost.example.com/',
    'http://127.0.0.1.example.com/',
    'http://127.0.0.1@example.com/',
    'http://localhost:1@example.com/',
    'http://localhost%2eexample.com/',
    'http:localhost/',
    'http://ⓛocalhost/',
    'https://localhost/',
    'https://127.0.0.1/',
  ]
  for (const url of others) {
    assert.notEqual(webhookUrlFault(url, local), undefined, url)
    assert.ok(!isLoopbackUrl(url), url)
  }
})

test('public URLs are accepted', () => {
  const good = [
    'https://example.com',
    'https://example.com/webhooks',
    'https://example.com:8443/webhooks?tenant=1&x=%20#part',
    'HTTPS://Hooks.Example.COM/Path',
    'https://a.b.c.d.example.co.uk/',
    'https://under_score.example.com/',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/straße',
    'https://receiver.test/hook',
    'https://hooks.invalid/',
    'https://localhost.example.com/',
    'https://internal.example.com/',
    'https://home.example.com/',
    'https://local.dev/',
    'https://corp.io/',
    'https://my-lan.com/',
    'https://notlocalhost.com/',
    'https://10.example.com/',
    'https://8.8.8.8/',
    'https://93.184.216.34:8443/hook',
    'https://[2606:4700:4700::1111]/hook',
    'https://[2606:4700:4700::1111]:8443/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::8.8.8.8]/',
    'https://example.com/@user:name',
    'https://example.com/?url=http://127.0.0.1/',
    `https://${'a'.repeat(63)}.example.com/`,
    `https://example.com/${'a'.repeat(2028)}`,
  ]
  for (const url of good) {
    assert.equal(webhookUrlFault(url, strict), undefined, url)
    assert.equal(webhookUrlFault(url, local), undefined, url)
  }
})

test('the table is long enough to mean something', () => {
  assert.ok(new Set(Object.values(hostile).flat()).size >= 140)
})

test('a name is private when any of its addresses is', async () => {
  assert.equal(await resolvesToPrivate('a.example', lookupOf(['93.184.216.34'])), false)
  assert.equal(await resolvesToPrivate('a.example', lookupOf(['93.184.216.34', '2606:4700::1'])), false)
  assert.equal(await resolvesToPrivate('a.example', lookupOf(['93.184.216.34', '10.0.0.1'])), true)
  assert.equal(await resolvesToPrivate('a.example', lookupOf(['2606:4700::1', '::ffff:127.0.0.1'])), true)
  assert.equal(await resolvesToPrivate('a.example', lookupOf(['169.254.169.254'])), true)
  assert.equal(await resolvesToPrivate('localhost'), true, "by the machine's own resolver")
})

test('an address is checked without asking anyone', async () => {
  const lookup = lookupOf(['93.184.216.34'])
  const hosts = ['127.0.0.1', '::1', '[::1]', '[::ffff:a00:1]', '8.8.8.8', '[2606:4700::1]']
  const verdicts = await Promise.all(hosts.map((host) => resolvesToPrivate(host, lookup)))
  assert.deepEqual(verdicts, [true, true, true, true, false, false])
  assert.deepEqual(lookup.asked, [])
})

test('a name that does not resolve, or not in time, is left to the attempt', async () => {
  const unknown = Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
  assert.equal(await resolvesToPrivate('a.example', (_, __, callback) => callback(unknown, [])), false)
  assert.equal(await resolvesToPrivate('a.example', lookupOf([])), false)
  const startedAt = performance.now()
  assert.equal(await resolvesToPrivate('a.example', () => {}), false)
  const waited = performance.now() - startedAt
  assert.ok(waited >= 490 && waited < 5000, `waited ${waited} ms`)
})
