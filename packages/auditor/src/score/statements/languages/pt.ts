import { type Language, phrases, units } from './language.ts';
import { finders } from './pt-finders.ts';

export const pt: Language = {
  code: 'pt',
  name: 'Portuguese',
  common: 'não uma com dos você os para seu sua mais pela pelo são nós nosso nossa está também muito até'.split(' '),
  negations: phrases('não, nunca, jamais, nem, nada, impossível'),
  denying_lists: phrases('nenhum, nenhuma, sem'),
  not_denying: phrases(
    'não só, não apenas, sem compromisso, sem cartão, sem cadastro, sem conta, sem custo, sem custos, sem fidelidade, sem fidelização, não mais de, sem limite, sem taxa, não hesite',
  ),
  refuses: /(?<!\p{L})não (?:\p{L}+ )?\p{L}+(?:amos|emos|imos)(?!\p{L})/u,
  conditions: phrases('se, quando, caso, enquanto'),
  no: phrases('não, ainda não, infelizmente não, de momento não, por agora não'),
  needs: phrases('preciso, precisa, tenho de, tenho que, obrigatório, necessário, custo*, fidelização, mínimo, pagar'),
  clause_starts: phrases('mas, porém, contudo, porque, embora'),
  planned: phrases(
    'estamos preparando, estamos a preparar, estamos a pensar, estamos pensando, em breve, brevemente, em desenvolvimento, previsto, prevista, em preparação',
  ),
  past: phrases('antigamente, anteriormente, já não'),
  settling: phrases(
    'reembols*, devol*, devolv*, grátis, gratuit*, cobr*, desconto*, sinal, pagar, paga, preço*, custo*, custa, perde, suplemento, caução, sem custos',
  ),
  deals: phrases(
    'cancel*, anul*, reembols*, desist*, devoluç*, experiment*, assinatura*, quota*, mensalidade*, anual*, mensal*, renov*, desconto*, crianças, estudantes, reformados, sinal',
  ),
  vague: phrases(
    'eventual*, em alguns casos, em certos casos, em determinados casos, razoáve*, substancia*, significativ*, salvo acordo, salvo indicação, normalmente, geralmente, em princípio',
  ),
  advice: phrases(
    'você deve considerar, deveria, recomendamos que, lembre se, certifique se, evite, imagine, convém, nossa dica, dica, pergunte',
  ),
  duties: phrases(
    'o cliente deve, o usuário deve, o utilizador deve, compromete se, você é responsável, o cliente é responsável, o hóspede deve, fica obrigado',
  ),
  reserved: phrases(
    'reserva se o direito, nos reservamos, a nosso critério, sem aviso prévio, não se responsabiliza, não nos responsabilizamos, responsabilidade, dados pessoais, lgpd, rgpd, cookies, propriedade intelectual, direito de acesso',
  ),
  others: phrases(
    'outros fornecedores, alguns fornecedores, a maioria, muitas agências, a concorrência, concorrentes, ao contrário de, outras empresas',
  ),
  leaning: phrases(
    'este, esta, estes, estas, esse, essa, esses, essas, isto, isso, ele, ela, então, depois, caso contrário, senão, nesse caso, ambos, lá',
  ),
  pointing: phrases(
    'este, esta, estes, estas, isto, esse, essa, esses, essas, isso, ele, ela, eles, elas, aqui, ali, tal, tais, o mesmo, a mesma, também, além disso, porém, portanto',
  ),
  goes_on: phrases('e, mas, ou, então, pois'),
  demonstratives: phrases(
    'este, esta, estes, estas, esse, essa, esses, essas, deste, desta, destes, destas, desse, dessa, desses, dessas, neste, nesta, nesse, nessa, tal, tais, referido, referida',
  ),
  elsewhere: phrases('ver, veja, vide, consulte, consulta, leia, visite'),
  parties: phrases(
    'organizado por, organizada por, colega*, oferecido por, a cargo de, os nossos vizinhos, fornecedor*, terceiro*, fabricante*, transportadora*, seguradora*, o seu banco, seu banco, o banco, parceiro*, subcontratad*, plataforma*, agência de viagens, agências de viagens, concorrente*, prestador*',
  ),
  states:
    /(?<!\p{L})(?:é|são|está|estão|era|será|serão|há|tem|têm|pode|podem|deve|devem|custa|custam|inclui|incluem|dura|começa|recebe|recebem|cobra|paga|pagam|abre|fecha|vale|valem|fica|ficam|se|\p{L}+[aei]mos)(?!\p{L})/u,
  you: phrases('você, vocês, seu, sua, seus, suas, tu, teu, tua'),
  own: phrases('nós, nosso, nossa, nossos, nossas, meu, minha'),
  articles: phrases('blog, noticias, notícias, artigos, revista, dicas, imprensa, guias'),
  jobs: phrases('carreiras, vagas, empregos, trabalhe connosco, trabalhe conosco, recrutamento'),
  months: 'jan fev mar abr mai jun jul ago set out nov dez'.split(' '),
  numbers: 'dois duas três quatro cinco seis sete oito dez doze quinze trinta sessenta'.split(' '),
  units: units({
    day: 'dia dias',
    hour: 'hora horas',
    minute: 'minuto minutos',
    week: 'semana semanas',
    month: 'mês meses',
    year: 'ano anos',
    night: 'noite noites',
    person: 'pessoa pessoas adultos crianças hóspedes lugares',
    file: 'página páginas fotos arquivos ficheiros',
    user: 'usuário usuários utilizadores membros licenças',
    room: 'quarto quartos cama camas banheiros mesas',
    request: 'pedidos solicitações chamadas',
    order: 'reservas faturas encomendas',
    record: 'produtos artigos itens peças contatos',
    message: 'mensagens',
    project: 'projetos sites',
    length: 'metros quilômetros',
    weight: 'quilos libras',
    time: 'vezes',
    credit: 'pontos créditos',
  }),
  every: units({
    day: 'diário',
    week: 'semanal',
    month: 'mensal mensais mensalmente',
    year: 'anual anuais anualmente',
  }),
  parts: {
    'for whom': finders.audience?.words ?? [],
    'when and where it is available': phrases(
      'horário*, aberto, segunda*, terça*, quarta*, quinta*, sexta*, sábado*, todo o ano, entrega*, entregamos, envio*, localizad*, no brasil, em portugal, disponib*, disponív*, coleta',
    ),
    'how to start': phrases(
      'escolher horário, escolha a hora, escolher data, inscrição, reservar, reserve, reserve agora, comprar, adicionar ao carrinho, carrinho, pedir, solicitar, orçamento, cadastre se, registar, registe se, teste grátis, começar, agendar, agende, disponibilidade, entrar em contato, doar, aderir, aderir já, inscrever, inscreva se, marcar, marcar visita, alugar, experimentar, contratar',
    ),
    'terms of buying': phrases('condições, sinal, caução, cancel*, reembols*, devoluç*, pagamento'),
    'the price': phrases('grátis, gratuito, gratuita'),
  },
  finders,
};
