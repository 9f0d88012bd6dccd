import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headingsOf, renderMarkdown } from './markdown.ts'

const resolve = (target: string) => (target.startsWith('known') ? `/docs/${target}` : undefined)
const rendered = (source: string) => renderMarkdown(source, resolve).text

const cases: [name: string, source: string, html: string | RegExp][] = [
  ['a paragraph may have several lines', 'one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
  [
    'a heading has the id that GitHub gives it',
    '## Try it: `now`!',
    '<h2 id="try-it-now">Try it: <code>now</code>!</h2>',
  ],
  [
    'strong and emphasized words are rendered, also nested',
    '**A *b* c** and *d*',
    '<p><strong>A <em>b</em> c</strong> and <em>d</em></p>',
  ],
  ['a star between spaces is not emphasis', '2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['Markdown inside code is not rendered', '`**a** <b>`', '<p><code>**a** &lt;b&gt;</code></p>'],
  ['a list item may have several lines', '- one\n  more\n- two', '<ul><li>one\nmore</li><li>two</li></ul>'],
  ['a numbered list is rendered', '1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  ['a link to a known page is rendered', '[`a`](known#b)', '<p><a href="/docs/known#b"><code>a</code></a></p>'],
  [
    'a link to another site is rendered',
    '[a](https://a.example/b?c=1&d)',
    '<p><a href="https://a.example/b?c=1&amp;d">a</a></p>',
  ],
  [
    'an address in angle brackets is rendered as a link',
    '<https://a.example>',
    '<p><a href="https://a.example">https://a.example</a></p>',
  ],
  [
    'a link to a file without a page is rendered as its path',
    '[a](../../x/y.ts)',
    '<p>a (<code class="file">x/y.ts</code>)</p>',
  ],
  [
    'a link to a file that is labelled with its name shows only the path',
    '[y.ts](x/y.ts)',
    '<p><code class="file">x/y.ts</code></p>',
  ],
  [
    'the text in a code fence is not changed',
    '```\n<b> **c**\n\n    d\n```',
    /<code>&lt;b&gt; \*\*c\*\*\n\n {4}d<\/code>/,
  ],
  ['indented lines are rendered as code', 'a\n\n    b\n    c', /<p>a<\/p>.*<code>b\nc<\/code>/s],
  ['a table column may have an empty header', '| A | |\n|---|---|\n| a | b |', /<th scope="col">A<\/th><td><\/td>/],
  [
    'a table cell may contain code and escaped bars',
    '| A | B |\n|---|---|\n| `a|b` \\| c | d |',
    /<th scope="col">A<\/th>.*<td>/s,
  ],
]

for (const [name, source, expected] of cases) {
  test(name, () => {
    if (expected instanceof RegExp) assert.match(rendered(source), expected)
    else assert.equal(rendered(source), expected)
  })
}

test('a document can add neither HTML nor scripts', () => {
  const attempts = [
    '<script>alert(1)</script>',
    '[a](javascript:alert(1))',
    '![a](javascript:alert(1))',
    '[a](https://x.example/"onclick="alert(1))',
    '# <img src=x onerror=alert(1)>',
    '| <b> |\n|---|\n| <i> |',
    '```"><script>\n</code></pre><script>\n```',
    '- <script>',
  ]
  for (const attempt of attempts) {
    const text = rendered(attempt)
    assert.doesNotMatch(text, /<(script|img|b|i)\b/, attempt)
    assert.doesNotMatch(text, /href="javascript|src="javascript|"onclick/, attempt)
  }
})

test('lines in code are not headings, and two headings of the same name have different ids', () => {
  assert.deepEqual(headingsOf('# A\n\n```sh\n# b\n```\n\n## C `d`\n\n## A'), [
    { level: 1, text: 'A', id: 'a' },
    { level: 2, text: 'C d', id: 'c-d' },
    { level: 2, text: 'A', id: 'a-1' },
  ])
})
