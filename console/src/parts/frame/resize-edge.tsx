import type { Signal } from "@preact/signals";
import type { VNode } from "preact";
import { clamp } from "./widths.ts";

const STEP_PX = 16;

/** The edge between two columns: drag it, or focus it and press the arrow keys. */
export function ResizeEdge({
  width,
  min,
  max,
  label,
  side,
}: {
  width: Signal<number>;
  min: number;
  max: number;
  label: string;
  /** The side of the column whose width changes. */
  side: "start" | "end";
}): VNode {
  const direction = (side === "start" ? 1 : -1) * (document.dir === "rtl" ? -1 : 1);
  const set = (value: number): void => {
    width.value = clamp(Math.round(value), min, max);
  };
  const drag = (event: PointerEvent): void => {
    const edge = event.currentTarget as HTMLElement;
    const [from, at] = [width.peek(), event.clientX];
    edge.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent): void => set(from + direction * (clientX - at));
    edge.addEventListener("pointermove", move);
    edge.addEventListener("lostpointercapture", () => edge.removeEventListener("pointermove", move), {
      once: true,
    });
  };
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(width.peek() + direction * step * STEP_PX);
  };
  return (
    <div
      class={`resize-edge ${side}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width.value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
}
