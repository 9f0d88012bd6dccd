/** By which a card's merchants are told apart: the network's id where there is one, else the name without regard to case. */
export function merchantKey(networkId: string | null, name: string): string {
  return networkId === null ? `=${name.toLowerCase()}` : `#${networkId}`
}
