// What must not be found, in every form in which it could hide.

export type CardSecrets = { pan: string; cvv: string }

export type Pattern = { name: string; pattern: RegExp }

/** The number in groups, encoded, or as it is. */
export function numberPatterns({ pan }: CardSecrets): Pattern[] {
  const grouped = [...pan].join('[ \\-._]?')
  const hex = Buffer.from(pan).toString('hex')
  return [
    { name: 'number', pattern: new RegExp(grouped) },
    { name: 'number in hexadecimal', pattern: new RegExp(hex, 'i') },
    ...base64Forms(pan).map((text) => ({ name: 'number in base64', pattern: new RegExp(literal(text)) })),
  ]
}

/** Three digits are everywhere: they count beside a name for them, or alone between quotes or tags. */
export function cvvPatterns({ cvv }: CardSecrets): Pattern[] {
  return [
    { name: 'CVV by name', pattern: new RegExp(`(cvv|cvc|csc|security.?code)\\W{1,8}${cvv}(?!\\d)`, 'i') },
    { name: 'CVV alone', pattern: new RegExp(`\\\\?["'>]${cvv}\\\\?["'<]`) },
  ]
}

export function passcodePattern(passcode: string): Pattern {
  return { name: 'passcode', pattern: new RegExp(`(?<![\\w.])${passcode}(?![\\w.])`) }
}

/** Keys and other long texts: as they are, and in base64. */
export function textPatterns(name: string, secret: string): Pattern[] {
  return [secret, ...base64Forms(secret)].map((text) => ({ name, pattern: new RegExp(literal(text)) }))
}

export function foundIn(text: string, patterns: readonly Pattern[]): string[] {
  return patterns.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name)
}

/** A text can begin at any of three places of a group of base64; the letters that depend on what is around it are left out. */
export function base64Forms(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64')
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6))
  })
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
