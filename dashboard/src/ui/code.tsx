import { Copy } from './copy.tsx'

export function Code({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex items-start rounded-lg border border-line bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-96 min-w-0 flex-1 overflow-auto p-3 font-mono text-[12.5px] leading-relaxed">
        {text}
      </pre>
      <span className="shrink-0 p-1.5">
        <Copy text={text} what={what} />
      </span>
    </div>
  )
}
