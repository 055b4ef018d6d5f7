import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button/button.tsx";
import { t } from "../../words/t.ts";
import { useBlobAddress } from "./use-blob-address.ts";

/** A moment of the sound that a cue or a citation asks for; `asked` tells two requests apart. */
export interface Moment {
  readonly seconds: number;
  readonly asked: number;
}

/** The original sound. Its bytes are read when somebody wants to hear it. */
export function Sound({
  address,
  type,
  name,
  moment,
}: {
  address: string;
  type: string;
  name: string;
  moment: Moment | null;
}): VNode {
  const [isWanted, setWanted] = useState(false);
  const { data, error } = useBlobAddress(isWanted ? address : null, type);
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (moment === null) return;
    if (moment.asked > 0) setWanted(true);
    const audio = player.current;
    if (audio === null) return;
    audio.currentTime = moment.seconds;
    if (moment.asked > 0) void audio.play().catch(() => undefined);
  }, [moment?.seconds, moment?.asked, data]);
  return (
    <div class="reader-sound row">
      {data === null ? (
        <Button size="small" disabled={isWanted && error === null} onClick={() => setWanted(true)}>
          {t(error === null ? "reader.play" : "action.retry")}
        </Button>
      ) : (
        <audio ref={player} src={data} controls aria-label={name} />
      )}
    </div>
  );
}
