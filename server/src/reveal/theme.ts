// How a reveal page looks: a fixed set of variables. Nothing of a theme is written into a style sheet but a colour in
// hexadecimal digits, a number of pixels, or a word of ours that a word of the caller stands for.

import Type from 'typebox'
import { Strict } from '../http/schemas.ts'

const fontFamilies = {
  system: 'system-ui, sans-serif',
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, "Times New Roman", serif',
  mono: 'ui-monospace, Menlo, "DejaVu Sans Mono", monospace',
  rounded: 'ui-rounded, "Arial Rounded MT Bold", system-ui, sans-serif',
} as const
type FontFamily = keyof typeof fontFamilies

const colorSchemes = { auto: 'light dark', light: 'light', dark: 'dark' } as const
type ColorScheme = keyof typeof colorSchemes

const colour = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$',
      description: `${description} As \`#rgb\`, \`#rrggbb\` or \`#rrggbbaa\`.`,
      examples: ['#14181f'],
    }),
  )
const pixels = (minimum: number, maximum: number, description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum, maximum, description, examples: [example] }))

export const RevealTheme = Strict(
  {
    color_scheme: Type.Optional(
      Type.String({
        enum: Object.keys(colorSchemes),
        default: 'light',
        description: 'The default colours of the page. `auto` follows the device.',
        examples: ['light'],
      }),
    ),
    background: colour('Behind everything.'),
    text: colour('Of number, expiry and CVV.'),
    label: colour('Of their names, and of the line below them.'),
    border: colour('Between the rows.'),
    button: colour('Of the copy buttons.'),
    button_text: colour('Of what stands on the copy buttons.'),
    font_family: Type.Optional(
      Type.String({ enum: Object.keys(fontFamilies), default: 'system', description: 'A font family of the device.' }),
    ),
    font_size: pixels(12, 24, 'The size of the text, in pixels.', 15),
    radius: pixels(0, 24, 'The radius of the corners of the buttons, in pixels.', 6),
    timer: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the page shows when it will hide the number.' }),
    ),
    padding: pixels(0, 32, 'The space around the content, in pixels.', 0),
  },
  { description: 'The appearance of the page. Every field is optional.' },
)
export type RevealTheme = Type.Static<typeof RevealTheme>

/** Declarations for `:root`. What the theme leaves out keeps the value that the page has for it. */
export function themeStyle(theme: RevealTheme): string {
  const { color_scheme, background, text, label, border, button, button_text, font_family, font_size } = theme
  const values: [string, string | undefined][] = [
    ['color-scheme', color_scheme && colorSchemes[color_scheme as ColorScheme]],
    ['--background', background],
    ['--text', text],
    ['--label', label],
    ['--border', border],
    ['--button', button],
    ['--button-text', button_text],
    ['--font-family', font_family && fontFamilies[font_family as FontFamily]],
    ['--font-size', inPixels(font_size)],
    ['--radius', inPixels(theme.radius)],
    ['--padding', inPixels(theme.padding)],
  ]
  return values.flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value};`)).join(' ')
}

function inPixels(size: number | undefined): string | undefined {
  return size === undefined ? undefined : `${size}px`
}
