import { allStates } from "all-states";
import type { VNode } from "preact";

/** Every part in every state, for pictures and axe. Only test builds have this page. */
export function Styles(): VNode {
  return (
    <main class="styles" id="content">
      <h1>Parts</h1>
      {allStates.map(({ part, states }) => (
        <section key={part}>
          <h2>{part}</h2>
          {Object.entries(states).map(([name, State]) => (
            <div key={name} class="styles-state" data-state={`${part}: ${name}`}>
              <h3>{name}</h3>
              <State />
            </div>
          ))}
        </section>
      ))}
    </main>
  );
}
