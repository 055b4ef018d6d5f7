import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import type { DataSet, Question } from "./data-set.ts";
import { toSourceDocument } from "./source-document.ts";

/** The file of a language in https://github.com/google-deepmind/xquad */
const LANGUAGE_FILE = /^xquad\.(?<language>[a-z]{2})\.json$/;

const squad = z.object({
  data: z.array(
    z.object({
      paragraphs: z.array(
        z.object({
          context: z.string(),
          qas: z.array(
            z.object({
              id: z.string(),
              question: z.string(),
              answers: z.array(z.object({ text: z.string() })),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Squad = z.output<typeof squad>;

/**
 * Reads a checkout of XQuAD: one set per language. A paragraph is a document, and the paragraphs of an
 * article are a group.
 * @param askIn language of the questions; null asks in the language of the documents
 * @returns an empty list if the folder has no file of XQuAD
 * @throws Failure
 */
export async function readXquad(folder: string, askIn: string | null): Promise<readonly DataSet[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const languages = names.flatMap((name) => LANGUAGE_FILE.exec(name)?.groups?.["language"] ?? []);
  if (languages.length === 0) return [];
  const asked = askIn === null ? null : textsOf(await readLanguage(folder, askIn));
  return await Promise.all(
    languages.toSorted().map(async (language): Promise<DataSet> => {
      const name = `xquad/${askIn === null || askIn === language ? "" : `${askIn}-`}${language}`;
      return { name, conversations: [], ...setOf(folder, await readLanguage(folder, language), asked) };
    }),
  );
}

async function readLanguage(folder: string, language: string): Promise<Squad> {
  const file = join(folder, `xquad.${language}.json`);
  try {
    return squad.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    throw new Failure(`Cannot read ${file}: ${firstLine(error)}`);
  }
}

/** The texts of the questions by id. All languages share the ids. */
function textsOf({ data }: Squad): ReadonlyMap<string, string> {
  const all = data.flatMap(({ paragraphs }) => paragraphs.flatMap(({ qas }) => qas));
  return new Map(all.map(({ id, question }) => [id, question]));
}

function setOf(
  folder: string,
  { data }: Squad,
  asked: ReadonlyMap<string, string> | null,
): Pick<DataSet, "documents" | "questions"> {
  const paragraphs = data.flatMap((article, group) =>
    article.paragraphs.map((paragraph, at) => ({ ...paragraph, id: `${group}-${at}`, group: String(group) })),
  );
  const documents = paragraphs.map(({ id, group, context }) =>
    toSourceDocument(folder, { id, group, title: "", text: context }),
  );
  const questions = paragraphs.flatMap(({ id: document, qas }) =>
    qas.map(({ id, question, answers }): Question => ({
      id,
      text: asked?.get(id) ?? question,
      kind: "answerable",
      relevance: new Map([[document, 1]]),
      answers: answers.map(({ text }) => text),
      about: [document],
    })),
  );
  return { documents, questions };
}
