import type { SampleCall } from './sample-call.ts'

/** Key and address come from the variables that the libraries read too. */
export function curlSample({ method, path, ids, place, fields, hasParams, answer }: SampleCall): string {
  const filled = ids.reduce((text, { name, value }) => text.replace(`{${name}}`, value), path)
  const query = place === 'query' ? fields.map(({ name, value }) => `${name}=${encodeURIComponent(String(value))}`) : []
  const address = `"$CARDWRIGHT_BASE_URL${filled}${query.length > 0 ? `?${query.join('&')}` : ''}"`
  const hasBody = place === 'body' && hasParams
  const verb = method === 'GET' || (method === 'POST' && hasBody && fields.length > 0) ? '' : `-X ${method} `
  return [
    `curl ${answer === 'stream' ? '-N ' : ''}${verb}${address}`,
    '-H "Authorization: Bearer $CARDWRIGHT_API_KEY"',
    ...(hasBody && fields.length > 0 ? ["-H 'Content-Type: application/json'", `-d ${bodyText(fields)}`] : []),
  ].join(' \\\n  ')
}

function bodyText(fields: SampleCall['fields']): string {
  const body = JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value])))
  return `'${body.replaceAll("'", `'\\''`)}'`
}
