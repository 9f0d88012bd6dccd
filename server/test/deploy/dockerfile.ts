// The instructions of deploy/Dockerfile, for tests that execute them without a container engine.

import { textOf } from '../repository/repository-files.ts'

const text = textOf('deploy/Dockerfile').replaceAll('\\\n', ' ')
const lastStage = text.slice(text.lastIndexOf('\nFROM '))

export function instructions(name: string, of = text): string[] {
  return [...of.matchAll(new RegExp(`^ *${name} +(.+)$`, 'gm'))].map((match) => match[1]!.trim())
}

export function instructionsOfLastStage(name: string): string[] {
  return instructions(name, lastStage)
}

/** The JSON list of the last instruction with this name. */
export function listOf(name: string): string[] {
  return JSON.parse(instructions(name).at(-1)!)
}

/** The command of the health check. */
export function healthCheck(): string[] {
  return JSON.parse(/CMD (\[.+\])$/.exec(instructions('HEALTHCHECK').at(-1)!)![1]!)
}

/**
 * The files that the last stage copies from the build: their paths in the repository and in the folder of the image.
 */
export function copiedFromBuild(): { from: string; to: string }[] {
  return instructionsOfLastStage('COPY').map((line) => {
    const [, from, to] = /^--from=build \/app\/(\S+) (\S+)$/.exec(line)!
    return { from: from!, to: to!.endsWith('/') ? to! + from!.split('/').at(-1)! : to! }
  })
}
