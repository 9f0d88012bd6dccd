export type Finding = { check: string; state: 'ok' | 'warning' | 'problem'; text: string; cure?: string }

export function ok(check: string, text: string): Finding {
  return { check, state: 'ok', text }
}

export function warning(check: string, text: string, cure: string): Finding {
  return { check, state: 'warning', text, cure }
}

export function problem(check: string, text: string, cure: string): Finding {
  return { check, state: 'problem', text, cure }
}
