/** State of the network in the language of its reader: names of adapters, problems and advice. Pure. */
import type { NetworkState } from '../contract/shapes/network.ts';
import type { Reading } from '../texts.ts';

/** @returns the same state; texts are translated, addresses and commands are not. */
export function networkIn(state: NetworkState, { ofError }: Reading): NetworkState {
  const said = (text: string | null): string | null => text && ofError(text);
  const labelled = <T extends { label: string }>(thing: T): T => ({ ...thing, label: ofError(thing.label) });
  return {
    ...state,
    addresses: state.addresses.map(labelled),
    chosen: state.chosen && labelled(state.chosen),
    problem: said(state.problem),
    local_name: { ...state.local_name, problem: said(state.local_name.problem) },
    https: { ...state.https, problem: said(state.https.problem) },
    advice: state.advice.map((advice) => ({
      ...advice,
      title: ofError(advice.title),
      text: ofError(advice.text),
      commands: advice.commands.map(labelled),
    })),
  };
}
